package cluster

import (
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// Pooler is a PgBouncer in transaction mode before a cluster.
type Pooler struct{ *guarded }

var (
	errNoPooler = errors.New("PgBouncer is not installed: run «apt-get install -y pgbouncer» (Debian, Ubuntu)")
	// poolerVersion matches the first line of `pgbouncer --version`.
	poolerVersion = regexp.MustCompile(`PgBouncer (\d+)\.(\d+)`)
)

// PoolerVersion returns the installed version of PgBouncer, such as 1 and 18.
func PoolerVersion() (major, minor int, err error) {
	program, err := pooler()
	if err != nil {
		return 0, 0, err
	}
	out, err := exec.Command(program, "--version").Output()
	m := poolerVersion.FindSubmatch(out)
	if err != nil || m == nil {
		return 0, 0, errors.Join(err, fmt.Errorf("pgbouncer --version printed %q", out))
	}
	major, err = strconv.Atoi(string(m[1]))
	if err == nil {
		minor, err = strconv.Atoi(string(m[2]))
	}
	return major, minor, err
}

// pooler returns the path of PgBouncer. Only root has Debian's folder for it in its path.
func pooler() (string, error) {
	for _, name := range []string{"pgbouncer", "/usr/sbin/pgbouncer"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errNoPooler
}

// StartPooler starts PgBouncer in transaction mode before the cluster. settings has further lines of
// its section [pgbouncer].
func (c *Cluster) StartPooler(settings string) (*Pooler, error) {
	program, err := pooler()
	if err != nil {
		return nil, err
	}
	// Like Postgres, PgBouncer refuses to run as root.
	g, err := newGuarded("pgbouncer", c.account, func(port int) string {
		return fmt.Sprintf(`[databases]
* = host=127.0.0.1 port=%d user=postgres password=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 1000
%s
`, c.port, c.password, port, settings)
	})
	if err != nil {
		return nil, err
	}
	if err := g.start(program); err != nil {
		return nil, errors.Join(err, g.Stop())
	}
	return &Pooler{g}, nil
}

// URL returns the address of a database through the pooler. parameters has further ones, such as
// default_query_exec_mode=exec.
func (p *Pooler) URL(database, parameters string) string {
	u := url.URL{
		Scheme: "postgres", User: url.User("sa"), Host: p.address(), Path: "/" + database,
		RawQuery: strings.TrimSuffix("sslmode=disable&"+parameters, "&"),
	}
	return u.String()
}
