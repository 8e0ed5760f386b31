// Package config reads the program's settings from the environment, once, at
// the start. All faults are reported together, so that one edit fixes them.
package config
