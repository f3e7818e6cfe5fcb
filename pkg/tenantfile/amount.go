package tenantfile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/recado/recado/pkg/language/money"
)

// maxAmount keeps sums of prices far from overflow.
const maxAmount = 1_000_000_000_000

// Minor returns the amount in the currency's minor units, exactly.
func (a Amount) Minor(currency string) (int64, error) {
	digits := money.MinorDigits(currency)
	whole, cents, dotted := strings.Cut(string(a), ".")
	if dotted && cents == "" || len(cents) > digits {
		return 0, amountError(digits)
	}
	cents += strings.Repeat("0", digits-len(cents))
	n, err := strconv.ParseUint(whole+cents, 10, 63)
	if err != nil || whole == "" || n > maxAmount {
		return 0, amountError(digits)
	}
	return int64(n), nil
}

func amountError(digits int) error {
	if digits == 0 {
		return fmt.Errorf("expected a whole number from 0 on, such as 850")
	}
	return fmt.Errorf("expected a number from 0 on with at most %d decimals, such as 850 or 850.50", digits)
}
