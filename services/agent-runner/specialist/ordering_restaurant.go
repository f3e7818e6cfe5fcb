package specialist

import _ "embed"

//go:embed ordering_restaurant.md
var orderingRestaurantRole string

var orderingRestaurant = Specialist{Name: "ordering_restaurant", duties: duties(orderingRestaurantRole)}
