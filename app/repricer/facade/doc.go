// Package facade answers the questions of other contexts about the repricer's rows and their sales,
// and adds alerts for them.
package facade
