// Package documents reads files as uploads are read, and compares readings with the truth.
package documents

import (
	"bytes"
	"context"
	"io"

	"sellingassistant/adapters/pdf"
	"sellingassistant/adapters/sniff"
	"sellingassistant/app/document/parse"
	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/config"
	"sellingassistant/domain/document"
	ports "sellingassistant/ports/document"
)

// Read reads a file in the same way as an uploaded one.
func Read(ctx context.Context, name string, file io.Reader, ocr config.OCR) (parse.Result, error) {
	content, err := io.ReadAll(io.LimitReader(file, document.MaxFileSize+1))
	switch {
	case err != nil:
		return parse.Result{}, err
	case len(content) == 0:
		return parse.Result{}, document.EmptyFile()
	case int64(len(content)) > document.MaxFileSize:
		return parse.Result{}, document.FileTooLarge()
	}
	pages := pdf.New(pdf.UserFolder(), 1)
	defer func() { _ = pages.Close() }()
	return readContent(ctx, compose.Parser(pages.Read, ocr, pages), name, content)
}

func readContent(ctx context.Context, reader *parse.Parser, name string, content []byte) (parse.Result, error) {
	look := sniff.New().Sniff(content[:min(len(content), ports.SniffHead)], content[max(0, len(content)-ports.SniffTail):])
	media, err := document.Decide(look, name, "")
	if err != nil {
		return parse.Result{}, err
	}
	return reader.Read(ctx, parse.File{Media: media, Content: bytes.NewReader(content), Size: int64(len(content))})
}
