package drain

import (
	"errors"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// withoutSYN drops the first packet of a connection: SYN without ACK, in the byte of flags of a TCP
// header.
var withoutSYN = []unix.SockFilter{
	{Code: unix.BPF_LD | unix.BPF_B | unix.BPF_ABS, K: 13},
	{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: 0x12},
	{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: 0x02, Jf: 1},
	{Code: unix.BPF_RET | unix.BPF_K, K: 0},
	{Code: unix.BPF_RET | unix.BPF_K, K: 0xffffffff},
}

// turnAway lets no further connection begin at a listener. Without it, closing the listener resets
// connections that the kernel has made and the program has not accepted, and their calls are lost.
// Clients try again a second later.
func turnAway(l net.Listener) error {
	return socket(l, func(fd int) error {
		program := unix.SockFprog{Len: uint16(len(withoutSYN)), Filter: &withoutSYN[0]}
		return unix.SetsockoptSockFprog(fd, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER, &program)
	})
}

// unaccepted returns the number of connections of the kernel that the program has not accepted yet.
func unaccepted(l net.Listener) (n int) {
	_ = socket(l, func(fd int) error {
		// For a listening socket the kernel reports the length of its accept queue in Unacked.
		info, err := unix.GetsockoptTCPInfo(fd, unix.IPPROTO_TCP, unix.TCP_INFO)
		if err == nil {
			n = int(info.Unacked)
		}
		return err
	})
	return n
}

func socket(l net.Listener, use func(fd int) error) error {
	c, ok := l.(syscall.Conn)
	if !ok {
		return errors.ErrUnsupported
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) { failed = use(int(fd)) })
	return errors.Join(err, failed)
}
