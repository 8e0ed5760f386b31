package simulator

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"time"
)

// Control serves the switches of the marketplace as JSON. It belongs on a
// loopback listener of its own: whoever reaches it owns this world.
//
//	GET    /state    clock, sellers, faults, counters
//	GET    /cases    products with a fixed behaviour
//	POST   /faults   one Fault; answers its number
//	DELETE /faults   all faults off
//	POST   /clock    {"set": time, "step_seconds": n, "speed": n}, each optional
//	POST   /grant    {"refresh_token": "…", "revoked": true|false}
//	POST   /application  {"refused": true|false}
//	POST   /tokens/forget  ends every access token
//	POST   /reset    forgets tokens, limits, faults, counters and what sellers changed
func (m *Marketplace) Control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /state", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]any{
			"now": m.cfg.Clock.Now().UTC(), "seed": m.cfg.Seed, "products": m.cfg.Products,
			"sellers": m.Sellers(), "faults": m.Faults(), "counters": m.Counters(),
		})
	})
	mux.HandleFunc("GET /cases", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, Cases()) })
	mux.HandleFunc("POST /faults", m.controlFaults)
	mux.HandleFunc("DELETE /faults", done(m.Heal))
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
		writeJSON(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
		return false
	}
	return true
}

func (m *Marketplace) controlFaults(w http.ResponseWriter, r *http.Request) {
	var f Fault
	if !readInto(w, r, &f) {
		return
	}
	if !slices.Contains(Modes(), f.Mode) {
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": "unknown mode", "modes": Modes()})
		return
	}
	writeJSON(w, http.StatusOK, map[string]int{"id": m.Inject(f)})
}

func (m *Marketplace) controlClock(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Set         *time.Time `json:"set"`
		StepSeconds float64    `json:"step_seconds"`
		Speed       *float64   `json:"speed"`
	}
	if !readInto(w, r, &in) {
		return
	}
	if in.Set != nil {
		m.cfg.Clock.Set(*in.Set)
	}
	m.cfg.Clock.Step(time.Duration(in.StepSeconds * float64(time.Second)))
	if in.Speed != nil {
		m.cfg.Clock.SetSpeed(*in.Speed)
	}
	writeJSON(w, http.StatusOK, map[string]time.Time{"now": m.cfg.Clock.Now().UTC()})
}

func (m *Marketplace) controlGrant(w http.ResponseWriter, r *http.Request) {
	var in struct {
		RefreshToken string `json:"refresh_token"`
		Revoked      bool   `json:"revoked"`
	}
	if !readInto(w, r, &in) {
		return
	}
	if in.Revoked {
		m.Revoke(in.RefreshToken)
	} else {
		m.Restore(in.RefreshToken)
	}
	w.WriteHeader(http.StatusNoContent)
}

func (m *Marketplace) controlApplication(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Refused bool `json:"refused"`
	}
	if !readInto(w, r, &in) {
		return
	}
	m.RefuseApplication(in.Refused)
	w.WriteHeader(http.StatusNoContent)
}
