// Package vault derives the program's keys from its one master secret and seals secrets at rest
// with AES-256-GCM.
//
// A sealed secret names its key and is bound to its place (team, record, field): it opens there and
// nowhere else.
package vault

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/connection"
)

const (
	masterSize = 32
	keySize    = 32
	keyIDSize  = 8
	nonceSize  = 12
	// format has the first byte of every sealed secret, so that the format can change.
	format = 1
)

// Errors of sealed secrets and master secrets.
var (
	ErrMaster     = errors.New("vault: the secret key must be 64 hexadecimal digits")
	ErrUnknownKey = errors.New("vault: the secret was sealed with a key that is not configured")
	ErrAltered    = fmt.Errorf("vault: %w", connection.ErrAltered)
)

// ParseMaster reads a master secret of 64 hexadecimal digits.
func ParseMaster(text secret.Text) ([]byte, error) {
	b, err := hex.DecodeString(text.Reveal())
	if err != nil || len(b) != masterSize {
		return nil, ErrMaster
	}
	return b, nil
}

// Derive makes a 32-byte key for one purpose from the master secret. Keys of different purposes
// reveal nothing about each other or the master.
func Derive(master []byte, purpose string) []byte {
	k, err := hkdf.Key(sha256.New, master, nil, "selling-assistant/"+purpose, keySize)
	if err != nil {
		// Only a length above the hash's bound fails, and keySize is constant.
		panic(err)
	}
	return k
}

type key struct {
	id   []byte
	aead cipher.AEAD
}

// Vault seals with its primary key and opens with the primary key and every older key.
type Vault struct{ keys []key }

// New returns a vault with the present master secret and the older secrets.
func New(master []byte, older ...[]byte) (*Vault, error) {
	v := &Vault{}
	for _, m := range append([][]byte{master}, older...) {
		if len(m) != masterSize {
			return nil, ErrMaster
		}
		block, err := aes.NewCipher(Derive(m, "vault"))
		if err != nil {
			return nil, fmt.Errorf("vault: %w", err)
		}
		aead, err := cipher.NewGCM(block)
		if err != nil {
			return nil, fmt.Errorf("vault: %w", err)
		}
		v.keys = append(v.keys, key{id: Derive(m, "vault key id")[:keyIDSize], aead: aead})
	}
	return v, nil
}

// Seal encrypts a secret for the place of the binding.
func (v *Vault) Seal(plain []byte, binding string) ([]byte, error) {
	k := v.keys[0]
	nonce := make([]byte, nonceSize)
	if _, err := rand.Read(nonce); err != nil {
		return nil, fmt.Errorf("vault: no random bytes: %w", err)
	}
	out := append([]byte{format}, k.id...)
	out = append(out, nonce...)
	return k.aead.Seal(out, nonce, plain, associated(k.id, binding)), nil
}

// Open decrypts a sealed secret of the same binding. Other errors are ErrAltered, or ErrUnknownKey
// for a key outside the vault.
func (v *Vault) Open(sealed []byte, binding string) ([]byte, error) {
	const head = 1 + keyIDSize + nonceSize
	if len(sealed) < head || sealed[0] != format {
		return nil, ErrAltered
	}
	kid, nonce := sealed[1:1+keyIDSize], sealed[1+keyIDSize:head]
	for _, k := range v.keys {
		if !bytes.Equal(k.id, kid) {
			continue
		}
		plain, err := k.aead.Open(nil, nonce, sealed[head:], associated(kid, binding))
		if err != nil {
			return nil, ErrAltered
		}
		return plain, nil
	}
	return nil, ErrUnknownKey
}

func associated(kid []byte, binding string) []byte {
	return append(append([]byte{format}, kid...), binding...)
}
