package gather

// Waiting is how many wait to be served.
func (d *Desk[T]) Waiting() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.waiting)
}
