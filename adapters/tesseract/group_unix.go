//go:build unix && !linux

package tesseract

import "syscall"

func group() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
