// Command floor does the least work for the same answers as the service: one prepared statement per
// read, one transaction per bulk call, and a key check in memory. The service's own encoder writes
// the answers, so that the encoder makes no difference. Calls to the marketplace go through the
// standard library's proxy. There is no framework, log, limit or input check.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"

	fastjson "github.com/goccy/go-json"

	"sellingassistant/tools/bench/plan"
)

// store accesses a database as directly as its driver allows.
type store interface {
	document(ctx context.Context, team, id int64) (*document, error)
	documents(ctx context.Context, team int64, limit int) ([]document, error)
	// update sets the limits of rows and returns the changed rows by id.
	update(ctx context.Context, team int64, ids []int64, min, max int64) (map[int64]*product, error)
}

var errAbsent = errors.New("absent")

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "floor:", err)
		os.Exit(1)
	}
}

// run serves until its standard input ends, which happens when the program that started it ends.
func run() error {
	decoder := json.NewDecoder(os.Stdin)
	var cfg plan.Floor
	if err := decoder.Decode(&cfg); err != nil {
		return err
	}
	s, err := open(context.Background(), cfg)
	if err != nil {
		return err
	}
	keys := map[string]int64{}
	for _, t := range cfg.Teams {
		keys[t.Key] = t.ID
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if _, err := fmt.Println(l.Addr()); err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- http.Serve(l, routes(s, keys, cfg.Upstream)) }()
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		failed <- err
	}()
	return <-failed
}

func open(ctx context.Context, cfg plan.Floor) (store, error) {
	if cfg.Postgres {
		return openPostgres(ctx, cfg.Database)
	}
	return openSQLite(ctx, cfg.Database)
}

// handle answers calls with a known key by encoding the result of h.
func handle[T any](mux *http.ServeMux, keys map[string]int64, pattern string, h func(ctx context.Context, team int64, r *http.Request) (T, error)) {
	mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		team, ok := keys[r.Header.Get(plan.KeyHeader)]
		if !ok {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		buf := buffers.Get().(*bytes.Buffer)
		defer buffers.Put(buf)
		buf.Reset()
		out, err := h(r.Context(), team, r)
		if err == nil {
			// Encodes as the service does.
			e := fastjson.NewEncoder(buf)
			e.SetEscapeHTML(false)
			err = e.Encode(&out)
		}
		answer(w, bytes.TrimSuffix(buf.Bytes(), []byte{'\n'}), err)
	})
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func routes(s store, keys map[string]int64, upstream string) http.Handler {
	mux := http.NewServeMux()
	path := func(method, path string) string { return method + " " + plan.Prefix + path }
	handle(mux, keys, path(http.MethodGet, plan.DocumentsPath+"/{id}"), func(ctx context.Context, team int64, r *http.Request) (one, error) {
		id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
		if err != nil {
			return one{}, errAbsent
		}
		d, err := s.document(ctx, team, id)
		return one{d}, err
	})
	handle(mux, keys, path(http.MethodGet, plan.DocumentsPath), func(ctx context.Context, team int64, r *http.Request) (page, error) {
		limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
		if err != nil {
			return page{}, err
		}
		found, err := s.documents(ctx, team, limit+1)
		return pageOf(found, limit), err
	})
	handle(mux, keys, path(http.MethodPatch, plan.ProductsPath), func(ctx context.Context, team int64, r *http.Request) (changed, error) {
		var c change
		if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
			return changed{}, err
		}
		found, err := s.update(ctx, team, c.IDs, units(c.Limits.MinPrice), units(c.Limits.MaxPrice))
		return changedOf(c.IDs, found), err
	})
	relay := proxy(upstream)
	mux.HandleFunc(plan.Prefix+plan.RelayPrefix+"/", func(w http.ResponseWriter, r *http.Request) {
		if _, ok := keys[r.Header.Get(plan.KeyHeader)]; !ok {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		relay.ServeHTTP(w, r)
	})
	return mux
}

func answer(w http.ResponseWriter, body []byte, err error) {
	switch {
	case errors.Is(err, errAbsent):
		w.WriteHeader(http.StatusNotFound)
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body) // a client that is gone gets no error
	}
}
