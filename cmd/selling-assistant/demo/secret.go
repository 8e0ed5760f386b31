package demo

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sellingassistant/config"
	"sellingassistant/domain/kernel/secret"
)

// LoadSecret gives the configuration the demo's secret key, made at the first start. A key from the
// environment takes precedence.
func LoadSecret(cfg *config.Config) error {
	if !cfg.SecretKey.Empty() {
		return nil
	}
	path := filepath.Join(cfg.DataDir, secretFile)
	b, err := os.ReadFile(path) //nolint:gosec // the operator names the data folder
	switch {
	case err == nil:
		cfg.SecretKey = secret.New(strings.TrimSpace(string(b)))
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	key := make([]byte, 32)
	if _, err := rand.Read(key); err != nil {
		return err
	}
	text := hex.EncodeToString(key)
	cfg.SecretKey = secret.New(text)
	return replaceFile(path, []byte(text+"\n"))
}
