package basket

import "testing"

func TestWordsOfOrdersLeaveTheirLookAlikes(t *testing.T) {
	t.Parallel()
	for key, w := range table {
		for _, text := range w.Yes {
			if !says(text, key) {
				t.Errorf("%s: %q has none", key, text)
			}
		}
		for _, text := range w.Not {
			if says(text, key) {
				t.Errorf("%s: %q has one", key, text)
			}
		}
	}
}
