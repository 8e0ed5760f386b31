// Package code finds the product codes of lines: below labels, beside texts and in rows of their
// own. All lines of a table follow one rule.
package code
