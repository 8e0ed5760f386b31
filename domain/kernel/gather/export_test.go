package gather

// Waiting counts the items that wait.
func (d *Desk[T]) Waiting() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.waiting)
}
