package document

import (
	"mime"
	"slices"
	"strings"

	"sellingassistant/domain/kernel/fault"
)

// Media has the media type of a file, detected from its content.
type Media string

// The media types a document may have.
const (
	PDF  Media = "application/pdf"
	CSV  Media = "text/csv"
	TSV  Media = "text/tab-separated-values"
	XLSX Media = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	XML  Media = "application/xml"
	P7M  Media = "application/pkcs7-mime"
	TXT  Media = "text/plain"
	PNG  Media = "image/png"
	JPEG Media = "image/jpeg"
	TIFF Media = "image/tiff"
	WEBP Media = "image/webp"
)

// Further results of the detection.
const (
	// XLS means the old workbook format, refused with advice.
	XLS Media = "application/vnd.ms-excel"
	// Unknown means everything else, including programs and web pages.
	Unknown Media = ""
)

// Medias lists the media types a document may have.
func Medias() []Media { return []Media{PDF, CSV, TSV, XLSX, XML, P7M, TXT, PNG, JPEG, TIFF, WEBP} }

// Valid reports whether a document may have the media type.
func (m Media) Valid() bool { return slices.Contains(Medias(), m) }

// Inline reports whether a browser may show the file instead of saving it.
func (m Media) Inline() bool { return m == PDF || m == PNG || m == JPEG || m == WEBP }

// Picture reports whether the file is read only by OCR.
func (m Media) Picture() bool { return m == PNG || m == JPEG || m == TIFF || m == WEBP }

// Table reports whether the file has rows and columns.
func (m Media) Table() bool { return m == CSV || m == TSV || m == XLSX }

// plain reports whether the content is text without markup; such types can only be distinguished
// by the file name.
func (m Media) plain() bool { return m == CSV || m == TSV || m == TXT }

var byExtension = map[string]Media{
	".pdf": PDF, ".csv": CSV, ".tsv": TSV, ".tab": TSV, ".xlsx": XLSX, ".xml": XML, ".p7m": P7M, ".txt": TXT,
	".edi": TXT, ".x12": TXT, ".edifact": TXT,
	".png": PNG, ".jpg": JPEG, ".jpeg": JPEG, ".tif": TIFF, ".tiff": TIFF, ".webp": WEBP,
}

// declaredAs lists under which names clients send each kind besides its own.
var declaredAs = map[Media][]Media{
	PDF:  {"application/x-pdf"},
	CSV:  {"text/plain", "application/csv", "text/x-csv", "application/vnd.ms-excel"},
	TSV:  {"text/plain", "text/csv", "text/tsv", "application/vnd.ms-excel"},
	XLSX: {"application/zip", "application/x-zip-compressed"},
	XML:  {"text/xml", "text/plain"},
	P7M:  {"application/x-pkcs7-mime", "application/pkcs7-signature", "application/x-pkcs7-signature"},
	TXT:  {"application/edifact", "application/edi-x12", "application/edi-consent"},
	JPEG: {"image/jpg", "image/pjpeg"},
	TIFF: {"image/tif", "image/x-tiff"},
}

// Decide settles the media type of a file from the type of its content, its clean name and the type
// the client declared. Content that no document may have is Unsupported unsupported_media_type; a
// name or declared type that contradicts the content is Unsupported media_type_mismatch.
func Decide(content Media, name, declared string) (Media, error) {
	ext := Extension(name)
	if content == XLS || ext == ".xls" {
		return "", fault.New(fault.Unsupported, fault.CodeUnsupportedMediaType,
			"Old workbooks (.xls) are not read; save it as XLSX.").At("/file")
	}
	if !content.Valid() {
		return "", Unsupported()
	}
	client, ok := declaredType(declared)
	if !ok {
		return "", mismatch(content)
	}
	named, known := byExtension[ext]
	switch {
	case ext == "":
		named = content
		if content.plain() && (client == CSV || client == TSV) {
			named = client
		}
	case !known:
		return "", Unsupported()
	}
	if named != content && (!named.plain() || !content.plain()) {
		return "", fault.Newf(fault.Unsupported, fault.CodeMediaTypeMismatch,
			"The file is named %s but its content is %s.", ext, content).At("/file")
	}
	if !agrees(named, client) {
		return "", mismatch(named)
	}
	return named, nil
}

// declaredType returns the media type of a part's header without parameters, "" without a header.
func declaredType(header string) (Media, bool) {
	if strings.TrimSpace(header) == "" {
		return "", true
	}
	d, _, err := mime.ParseMediaType(header)
	return Media(d), err == nil
}

// agrees reports whether the declared type may mean m. Clients that do not know the type send no
// type, or the type of any bytes.
func agrees(m, declared Media) bool {
	switch declared {
	case m, "", "application/octet-stream", "binary/octet-stream":
		return true
	}
	if m == XML && strings.HasSuffix(string(declared), "+xml") {
		return true
	}
	return slices.Contains(declaredAs[m], declared)
}

func mismatch(m Media) *fault.Error {
	return fault.Newf(fault.Unsupported, fault.CodeMediaTypeMismatch,
		"The declared media type does not fit the content, which is %s.", m).At("/file")
}

// Unsupported refuses a file of a kind that no document has.
func Unsupported() *fault.Error {
	return fault.New(fault.Unsupported, fault.CodeUnsupportedMediaType,
		"Only PDF, CSV, TSV, XLSX, XML, P7M, TXT, PNG, JPEG, TIFF and WEBP files are accepted.").At("/file")
}
