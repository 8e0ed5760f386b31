// Package docs has the guides, which the service shows at /guides.
package docs

import "embed"

// Files has the Markdown of guides and tutorials, and their images.
//
//go:embed *.md tutorials/*.md images/*
var Files embed.FS
