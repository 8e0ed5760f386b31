// Package quota limits the load of one team on the others. It bounds the accepted calls and the
// refused calls in a window, and the bytes of bodies that are read at once.
package quota
