package telemetry

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"
)

// UnknownMembers counts and logs members of stored documents that this version does not know.
type UnknownMembers struct {
	members *prometheus.CounterVec
	log     *zap.Logger
	mu      sync.Mutex
	logged  map[[2]string]bool
}

// mostUnknown bounds the members that are counted by name. All others are counted together.
const mostUnknown = 100

func NewUnknownMembers(reg prometheus.Registerer, log *zap.Logger) (*UnknownMembers, error) {
	u := &UnknownMembers{
		members: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "stored", Name: "unknown_members_total",
			Help: "Documents read without a member that this version does not know, by the kind of document.",
		}, []string{"kind", "member"}),
		log: log.Named("store"), logged: map[[2]string]bool{},
	}
	return u, reg.Register(u.members)
}

// Found counts a member. It logs the first of a kind and name.
func (u *UnknownMembers) Found(kind, member string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	key := [2]string{kind, member}
	if !u.logged[key] {
		if len(u.logged) >= mostUnknown {
			u.members.WithLabelValues("other", "other").Inc()
			return
		}
		u.logged[key] = true
		u.log.Warn("stored documents have a member that this version does not know; it is lost when they are changed",
			zap.String("kind", kind), zap.String("member", member))
	}
	u.members.WithLabelValues(kind, member).Inc()
}
