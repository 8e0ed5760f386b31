package cluster

import (
	"errors"
	"fmt"
	"os/exec"
)

// Redis is a Redis server that writes each change to a file before it answers, so that a restart
// loses none.
type Redis struct {
	*guarded
	program string
}

// StartRedis starts a Redis server.
func StartRedis() (*Redis, error) {
	program, err := exec.LookPath("redis-server")
	if err != nil {
		return nil, errors.New("Redis is not installed: run «apt-get install -y redis-server» (Debian, Ubuntu)")
	}
	g, err := newGuarded("redis", nil, func(port int) string {
		return fmt.Sprintf("bind 127.0.0.1\nport %d\nsave \"\"\nappendonly yes\n", port)
	})
	if err != nil {
		return nil, err
	}
	r := &Redis{g, program}
	if err := r.Resume(); err != nil {
		return nil, errors.Join(err, r.Stop())
	}
	return r, nil
}

// Resume starts a killed server on its old port, with its data.
func (r *Redis) Resume() error { return r.start(r.program) }

// URL returns the address of the server.
func (r *Redis) URL() string { return "redis://" + r.address() }
