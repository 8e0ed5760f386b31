// Package relay passes calls through to Amazon's own API.
package relay
