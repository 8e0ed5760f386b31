// Package draw writes papers of suppliers that never were, in ninety layouts and six languages, with what they say.
//
// Ten layouts are held out: they say how well layouts are read that were never looked at, so the reader's rules and labels
// are made on the other thirty alone.
package draw
