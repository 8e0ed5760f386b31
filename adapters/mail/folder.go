package mail

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"sellingassistant/domain/notice"
)

const (
	mailFile = ".eml"
	// keptMails bounds the mails in a folder; the oldest go first.
	keptMails = 200
)

// Folder keeps mails as files instead of sending them. The demo has no mail server.
type Folder struct{ dir string }

// NewFolder returns the mails of a folder. The folder need not exist yet.
func NewFolder(dir string) *Folder { return &Folder{dir} }

// keep writes a mail. A mail that is kept again replaces itself, because its id and its date stay.
func (f *Folder) keep(_ context.Context, m *gomail.Msg) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	at, err := dateOf(m)
	if err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	name := at.UTC().Format("20060102T150405Z") + "-" + strings.Map(plainRune, m.GetMessageID()) + mailFile
	if err := m.WriteToFile(filepath.Join(f.dir, name)); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	return f.prune()
}

// plainRune keeps letters, digits and two signs, which every file system takes.
func plainRune(r rune) rune {
	if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
		return r
	}
	return -1
}

// names lists the files, the newest first.
func (f *Folder) names() ([]string, error) {
	files, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var out []string
	for _, file := range files {
		if strings.HasSuffix(file.Name(), mailFile) {
			out = append(out, file.Name())
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out, err
}

func (f *Folder) prune() error {
	names, err := f.names()
	for _, old := range names[min(len(names), keptMails):] {
		err = errors.Join(err, os.Remove(filepath.Join(f.dir, old)))
	}
	return err
}

// Mails lists the mails without their texts, the newest first.
func (f *Folder) Mails() ([]notice.Mail, error) {
	names, err := f.names()
	if err != nil {
		return nil, err
	}
	out := make([]notice.Mail, len(names))
	for i, name := range names {
		if out[i], _, err = f.Mail(name); err != nil {
			return nil, err
		}
		out[i].Text, out[i].HTML = "", ""
	}
	return out, nil
}

// Mail reads a mail; ok is false for an unknown name.
func (f *Folder) Mail(name string) (m notice.Mail, ok bool, err error) {
	root, err := os.OpenRoot(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return m, false, nil
	}
	if err != nil {
		return m, false, err
	}
	defer root.Close()
	file, err := root.Open(name)
	if err != nil || !strings.HasSuffix(name, mailFile) {
		return m, false, nil // a name that cannot be opened is unknown
	}
	defer file.Close()
	read, err := gomail.EMLToMsgFromReader(file)
	if err != nil {
		return m, false, err
	}
	subject := strings.Join(read.GetGenHeader(gomail.HeaderSubject), " ")
	if m.Subject, err = new(mime.WordDecoder).DecodeHeader(subject); err != nil {
		m.Subject = subject
	}
	m.Name = name
	if m.At, err = dateOf(read); err != nil {
		return m, false, err
	}
	m.To = strings.Join(read.GetToString(), ", ")
	for _, part := range read.GetParts() {
		text, err := part.GetContent()
		if err != nil {
			return m, false, err
		}
		switch part.GetContentType() {
		case gomail.TypeTextPlain:
			m.Text = string(text)
		case gomail.TypeTextHTML:
			m.HTML = string(text)
		}
	}
	return m, true, nil
}

// dateOf reads the date of a mail.
func dateOf(m *gomail.Msg) (time.Time, error) {
	at, err := mail.ParseDate(strings.Join(m.GetGenHeader(gomail.HeaderDate), ""))
	return at.UTC(), err
}
