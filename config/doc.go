// Package config reads the program's settings from the environment, once, at the start. It reports
// all faults together, so that a single edit can fix them.
package config
