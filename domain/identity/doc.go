// Package identity models teams, their users and keys, the plan and the monthly token allowance.
//
// A user may belong to several teams; a key belongs to one user in one team. A key is shown once
// and kept only as a digest:
//
//	sak_ + 30 random base62 characters + 6 base62 characters of CRC-32
//
// The check sum proves nothing. It serves to refuse malformed keys without a query.
package identity
