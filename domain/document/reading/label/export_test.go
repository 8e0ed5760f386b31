package label

// Meanings are the labels of a lexicon, and Repeated those with two meanings.
func (l Lexicon[K]) Meanings() map[string]K { return l.meanings }

// Repeated are labels with two meanings.
func (l Lexicon[K]) Repeated() []string { return l.repeated }
