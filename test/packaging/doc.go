// Package packaging compares the files for operators with the program: the image, units of systemd,
// examples of proxies and compose files.
package packaging
