package draw

import "strings"

// letterhead prints the sender over the whole width, and the addressees beside each other.
func (s *sheet) letterhead() {
	s.font(true, s.size+6)
	s.at(margin, s.y, width, "C", s.company)
	s.put(margin, s.y+2*s.high, width, "C", false, s.town)
	s.put(margin, s.y+3*s.high, width, "C", false, s.Contact)
	s.y += 4.5 * s.high
	s.font(true, s.size+4)
	s.at(margin, s.y, width, "R", s.fill(s.Title))
	s.y += 2 * s.high
	labels := strings.Split(s.Parties, "|")
	each := 104 / float64(len(labels))
	if s.Place != Right {
		each = width / float64(len(labels))
	}
	for n, label := range labels {
		x := margin + float64(n)*each
		s.put(x, s.y, each, "L", true, label)
		s.put(x, s.y+s.high, each, "L", false, s.buyer)
		street, place, _ := strings.Cut(s.towns[n%len(s.towns)], ", ")
		s.put(x, s.y+2*s.high, each, "L", false, street)
		s.put(x, s.y+3*s.high, each, "L", false, place)
	}
	top := s.y
	s.y += 5 * s.high
	s.y = max(s.y, s.facts2(top)) + s.high
}

// boxes prints rows of labels, each over its value. Returns where they end.
func (s *sheet) boxes() float64 {
	each, high := width/float64(s.FactsAcross), (s.Deep+1.4)*s.high
	for i, f := range s.facts {
		x, y := margin+float64(i%s.FactsAcross)*each, s.y+float64(i/s.FactsAcross)*high
		for n, text := range strings.Split(f.label, "~") {
			s.put(x+1, y+float64(n)*s.high, each-2, "L", false, text)
		}
		s.put(x+1, y+s.Deep*s.high, each-2, "L", true, s.value(f.kind))
		s.pdf.Rect(x, y, each, high-0.2*s.high, "D")
	}
	return s.y + float64((len(s.facts)+s.FactsAcross-1)/s.FactsAcross)*high
}

// sumsAcross prints the labels of sums in a row, each over its amount.
func (s *sheet) sumsAcross(rows [][2]string) {
	each := width / float64(max(1, len(rows)))
	for i, row := range rows {
		s.put(margin+float64(i)*each, s.y, each-2, "R", true, row[0])
		s.put(margin+float64(i)*each, s.y+1.2*s.high, each-2, "R", false, row[1])
	}
	s.y += 2.6 * s.high
}
