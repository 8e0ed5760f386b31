// Package teamdata copies the data of a team into a folder, makes a team of such a folder in
// another installation, and removes teams and people.
package teamdata
