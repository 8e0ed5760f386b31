package main

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"

	"sellingassistant/tools/bench/plan"
)

// proxy forwards calls unchanged, with the standard library's proxy.
func proxy(address string) http.Handler {
	to := &url.URL{Scheme: "http", Host: address}
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.URL.Path = strings.TrimPrefix(r.Out.URL.Path, plan.Prefix+plan.RelayPrefix)
			r.Out.Header.Del(plan.KeyHeader)
		},
		Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true},
	}
}
