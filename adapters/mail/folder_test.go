package mail_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/mail"
)

func TestMailsAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mail")
	folder := mail.NewFolder(dir)
	none, err := folder.Mails()
	require.NoError(t, err)
	require.Empty(t, none)
	_, ok, err := folder.Mail("a.eml")
	require.NoError(t, err)
	require.False(t, ok)

	n, err := mail.New(mail.Config{Folder: dir, From: "Demo <demo@shop.example>"})
	require.NoError(t, err)
	require.NoError(t, n.Check(t.Context()))
	letters := mail.NewLetters(n)
	require.True(t, letters.Ready())
	first, second := letter(), letter()
	second.ID, second.Subject, second.At = "notice-1-2-events-9", "Preis zu hoch: Müsli", noon.Add(time.Hour)
	for range 2 {
		require.NoError(t, letters.Send(t.Context(), "ann@example.com", first), "again is the same mail")
	}
	require.NoError(t, letters.Send(t.Context(), "ann@example.com", second))
	require.NoError(t, n.Send(t.Context(), "ann@example.com", message()))
	all, err := folder.Mails()
	require.NoError(t, err)
	require.Len(t, all, 3)
	require.Equal(t, "Selling Assistant: Preis zu hoch: Müsli", all[0].Subject)
	require.Equal(t, []any{noon.Add(time.Hour).Truncate(time.Second), "<ann@example.com>", ""}, []any{all[0].At, all[0].To, all[0].HTML})

	got, ok, err := folder.Mail("20261102T120000Z-notice-1-2-morning-3shopexample.eml")
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, "Selling Assistant: "+first.Subject, got.Subject)
	require.Contains(t, got.HTML, "&lt;Mugs &amp; Co&gt;")
	require.Contains(t, got.Text, "Your team <Mugs & Co>.")
	for _, name := range []string{"../mail/" + all[0].Name, "..", "", "/etc/passwd", "none.eml"} {
		_, ok, err := folder.Mail(name)
		require.NoError(t, err)
		require.False(t, ok, name)
	}
}

func TestOldMailsGo(t *testing.T) {
	dir := t.TempDir()
	n, err := mail.New(mail.Config{Folder: dir, From: "demo@shop.example"})
	require.NoError(t, err)
	for i := range 202 {
		l := letter()
		l.ID, l.At = fmt.Sprint("n", i), noon.Add(time.Duration(i)*time.Minute)
		require.NoError(t, mail.NewLetters(n).Send(t.Context(), "ann@example.com", l))
	}
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, 200)
	require.Equal(t, "20261102T120200Z-n2shopexample.eml", files[0].Name())
}
