package config

import (
	"errors"
	"regexp"

	"github.com/caarlos0/env/v11"
)

// OCR configures the reading of scanned pages.
type OCR struct {
	// Mode "off" leaves pictures unread, as does a machine without tesseract.
	Mode string `env:"SA_OCR" envDefault:"on" takes:"on or off"`
	// Languages lists languages to read in, if tesseract has them. Each takes time.
	Languages []string `env:"SA_OCR_LANGUAGES" envDefault:"eng,deu,fra,spa,ita,nld" takes:"languages such as eng,deu"`
}

// Off reports whether pictures remain unread.
func (o OCR) Off() bool { return o.Mode == "off" }

// LoadOCR reads only these settings, for commands that need no others.
func LoadOCR(environ []string) (OCR, error) {
	o, err := env.ParseAsWithOptions[OCR](env.Options{Environment: env.ToMap(environ)})
	return o, errors.Join(append(o.check(), err)...)
}

// language matches names of tesseract, such as deu, chi_sim or script/Latin.
var language = regexp.MustCompile(`^[A-Za-z][A-Za-z_/]*$`)

func (o OCR) check() []error {
	var faults []error
	if o.Mode != "on" && o.Mode != "off" {
		faults = append(faults, wrong("Mode"))
	}
	for _, l := range o.Languages {
		if !language.MatchString(l) {
			faults = append(faults, wrong("Languages"))
			break
		}
	}
	return faults
}
