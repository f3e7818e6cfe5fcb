package intent

// services is what is offered, whether something is done, whether emergencies are taken.
var services = Intent{
	Name: Services,
	Rules: []Rule{
		{Weight: -6, Say: `precio|precios|costo|cuesta|cuestan|cuanto|price|cost / how much`},
		{Weight: 5, If: Question, Not: When, Say: `
			tienen|hay|cuentan|ofrecen|have|offer ... servicio|servicios|service de|con|for`},
		{Weight: 8, Say: `
			que|cuales|what|which|quais ... servicios|tratamientos|procedimientos|especialidades|services|treatments|servicos
			servicios ... ofrecen|tienen|manejan|hacen|brindan
			lista|catalogo de .. servicios|tratamientos
			services|treatments ... offer|have|provide`},
		{Weight: 6, If: Question | Service, Not: Restaurant, Say: `
			hacen|realizan|ofrecen|manejan|practican|colocan|ponen|aplican|trabajan|fazem|oferecem
			do you do|offer|provide|perform|make|treat|handle
			se hacen|realizan`},
		{Weight: 5, If: Service, Not: When | Dish | StaffOne | Restaurant, Say: `tienen|tienes|tiene|hay|have|tem`},
		{Weight: 8, Not: Danger, Say: `
			atienden|ven|reciben|tratan|manejan|take|see|treat|accept ... urgencias|emergencias|ninos|bebes|embarazadas|adultos|emergencies|emergency|kids|children|patients|walk
			nuevos pacientes
			new patients`},
		{Weight: 4, Not: When, Say: `
			servicios|tratamientos|services|treatments
			que hacen|ofrecen
			en que consiste
			incluye
			what does .. include`},
		{Weight: 6, If: Restaurant, Say: `hacen|tienen|ofrecen|do ... eventos|catering|fiestas|cumpleanos|domicilio|delivery|envios|events|parties|takeout|reparto|buffet`},
		{Weight: -5, Say: `
			tarjeta|seguro|seguros|insurance|factura|cita|citas|turno|turnos|disponib*|espacio|promocion*|descuento*|puntos|estacionamiento|parking|wifi|sucursal*|horario*`},
	},
	Examples: []Example{
		{"qué servicios tienen?", "dental"},
		{"hacen blanqueamiento?", "dental"},
		{"what services do you offer?", "medical"},
		{"atienden emergencias?", "dental"},
		{"ustedes hacen ortodoncia?", "dental"},
		{"atienden niños?", "medical"},
		{"do you do root canals?", "dental"},
		{"Quais serviços vocês oferecem?", "medical"},
		{"hacen envíos a domicilio?", "restaurant"},
	},
}
