// Package evaluate compares readings of files with their true content, and counts the right parts.
package evaluate
