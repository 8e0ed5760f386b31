package simulator

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
)

// Control serves the switches of the marketplace as JSON. It checks no key, so it belongs on a
// loopback listener of its own.
//
//	GET    /state    clock, sellers, faults, counters
//	GET    /cases    products with a fixed behaviour
//	POST   /faults   one Fault; answers its number
//	DELETE /faults   all faults off
//	POST   /scenario {"clock": as below, "faults": […]} instead of the faults that are on
//	POST   /clock    {"set": time, "step_seconds": n, "speed": n}, each optional
//	POST   /grant    {"refresh_token": "…", "revoked": true|false}
//	POST   /application  {"refused": true|false, "redirect": address}, each optional
//	POST   /tokens/forget  ends every access token
//	POST   /reset    forgets tokens, limits, faults, counters and changes by sellers
func (m *Marketplace) Control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /state", func(w http.ResponseWriter, _ *http.Request) {
		gateway.WriteJSON(w, http.StatusOK, gateway.Object{
			"now": m.World.Clock.Now().UTC(), "seed": m.World.Seed, "products": m.World.Products,
			"sellers": m.Sellers(), "faults": m.Faults(), "counters": m.Counters(),
			"notifications": m.Mailbox.Notifications(),
		})
	})
	mux.HandleFunc("GET /cases", func(w http.ResponseWriter, _ *http.Request) { gateway.WriteJSON(w, http.StatusOK, catalog.Cases()) })
	mux.HandleFunc("POST /faults", m.controlFaults)
	mux.HandleFunc("DELETE /faults", done(m.Heal))
	mux.HandleFunc("POST /scenario", m.controlScenario)
	mux.HandleFunc("POST /clock", m.controlClock)
	mux.HandleFunc("POST /grant", m.controlGrant)
	mux.HandleFunc("POST /application", m.controlApplication)
	mux.HandleFunc("POST /tokens/forget", done(m.ForgetTokens))
	mux.HandleFunc("POST /reset", done(m.Reset))
	return mux
}

func done(f func()) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		f()
		w.WriteHeader(http.StatusNoContent)
	}
}

// readInto decodes a strict JSON body, or answers 400.
func readInto(w http.ResponseWriter, r *http.Request, into any) bool {
	d := json.NewDecoder(io.LimitReader(r.Body, 64<<10))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		gateway.WriteJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return false
	}
	return true
}

// checkFault answers 400 to a fault that could never hit a call.
func (m *Marketplace) checkFault(w http.ResponseWriter, f gateway.Fault) bool {
	switch {
	case !slices.Contains(gateway.Modes(), f.Mode):
		gateway.WriteJSON(w, http.StatusBadRequest, gateway.Object{"error": "unknown mode", "modes": gateway.Modes()})
	case f.Operation != "" && !m.Knows(f.Operation):
		gateway.WriteJSON(w, http.StatusBadRequest, gateway.Object{"error": "unknown operation"})
	default:
		return true
	}
	return false
}

func (m *Marketplace) controlFaults(w http.ResponseWriter, r *http.Request) {
	var f gateway.Fault
	if readInto(w, r, &f) && m.checkFault(w, f) {
		gateway.WriteJSON(w, http.StatusOK, map[string]int{"id": m.Inject(f)})
	}
}

func (m *Marketplace) controlScenario(w http.ResponseWriter, r *http.Request) {
	var s gateway.Scenario
	if !readInto(w, r, &s) {
		return
	}
	for _, f := range s.Faults {
		if !m.checkFault(w, f) {
			return
		}
	}
	gateway.WriteJSON(w, http.StatusOK, map[string][]int{"ids": m.Load(s)})
}

func (m *Marketplace) controlClock(w http.ResponseWriter, r *http.Request) {
	var change world.ClockChange
	if !readInto(w, r, &change) {
		return
	}
	m.ChangeClock(change)
	gateway.WriteJSON(w, http.StatusOK, map[string]time.Time{"now": m.World.Clock.Now().UTC()})
}

func (m *Marketplace) controlGrant(w http.ResponseWriter, r *http.Request) {
	var entry struct {
		RefreshToken string `json:"refresh_token"`
		Revoked      bool   `json:"revoked"`
	}
	if !readInto(w, r, &entry) {
		return
	}
	if entry.Revoked {
		m.Revoke(entry.RefreshToken)
	} else {
		m.Restore(entry.RefreshToken)
	}
	w.WriteHeader(http.StatusNoContent)
}

func (m *Marketplace) controlApplication(w http.ResponseWriter, r *http.Request) {
	var entry struct {
		Refused  *bool   `json:"refused"`
		Redirect *string `json:"redirect"`
	}
	if !readInto(w, r, &entry) {
		return
	}
	if entry.Refused != nil {
		m.RefuseApplication(*entry.Refused)
	}
	if entry.Redirect != nil {
		m.SetRedirect(*entry.Redirect)
	}
	w.WriteHeader(http.StatusNoContent)
}
