// Package relay serves Amazon's own interface for a team's seller accounts:
// one row per operation says what it takes and where it goes. What is inside
// bodies and answers passes byte for byte.
package relay
