package specialist

import _ "embed"

//go:embed booking_restaurant.md
var bookingRestaurantRole string

var bookingRestaurant = Specialist{Name: "booking_restaurant", duties: duties(bookingRestaurantRole)}
