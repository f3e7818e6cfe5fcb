package intent

// location is the address, the way, a branch, parking, the entrance.
var location = Intent{
	Name: Location,
	Rules: []Rule{
		{Weight: -5, Say: `horario|horarios|abren|cierran|hours / a que hora / what time`},
		{Weight: 7, Say: `
			hay|donde ... estacion*|parque*|cochera
			estacionarse|estacionar|estacionarnos|parquear
			place to park`},
		{Weight: 8, Say: `
			donde ... ubicad*|ubican|queda|quedan|encuentran|estan|esta|localizad*|es|son|atienden
			en donde
			onde fica|ficam|e|estao
			adonde
			^ donde $
			where ... you|located|is|are|find|office|clinic|restaurant`},
		{Weight: 8, Not: Dish, Say: `direccion|ubicacion|domicilio|address|location|directions|endereco|localizacao|mapa|maps|map`},
		{Weight: 7, Say: `
			como llego|llegar
			como puedo llegar
			le hago para llegar
			how ... get there|to you
			como chego
			a que altura
			entre que calles
			en que calle|colonia|zona`},
		{Weight: 7, Say: `
			estacionamiento|parking|parqueo|parqueadero|cochera|valet|estacionar|estacionarme|park|garage|estacionamento|entrada|entrance|rampa|elevador|elevator`},
		{Weight: 6, Say: `sucursal|sucursales|branch|branches|sede|sedes|locales|filial|locations`},
		{Weight: 3, If: Question | Branch, Say: `
			queda|quedan ... lejos|cerca
			cerca de|del
			near|far|close`},
		{Weight: 2, If: Branch, And: Question},
		{Weight: -12, Say: `
			pedido|orden|order|repartidor|comida|paquete
			a domicilio
			envios|envio`},
		{Weight: -4, Say: `horario|horarios|abren|cierran|hours|open|close|precio|cita|mesa|reserva`},
	},
	Examples: []Example{
		{"dónde están ubicados?", "dental"},
		{"me pasan la dirección", "restaurant"},
		{"where are you located?", "dental"},
		{"cómo llego?", "medical"},
		{"tienen estacionamiento?", "restaurant"},
		{"is there parking?", "dental"},
		{"ubicación", "dental"},
		{"cuáles son sus sucursales?", "dental"},
		{"onde fica?", "medical"},
		{"what's your address?", "restaurant"},
	},
}
