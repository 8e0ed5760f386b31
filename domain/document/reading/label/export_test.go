package label

// Meanings returns the labels of a lexicon with their meanings.
func (l Lexicon[K]) Meanings() map[string]K { return l.meanings }

// Repeated returns labels with two meanings.
func (l Lexicon[K]) Repeated() []string { return l.repeated }
