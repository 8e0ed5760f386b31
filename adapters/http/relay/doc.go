// Package relay serves Amazon's own interface for a team's seller accounts. A row per operation
// lists its parameters and its target. The content of bodies and answers is passed on byte for
// byte.
package relay
