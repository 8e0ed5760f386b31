// Package packaging holds the files for operators to the program: the image, units of systemd,
// examples of proxies and compose files.
package packaging
