package intent

// reschedule is another time for what is booked, or a correction of its date or party.
var reschedule = Intent{
	Name: Reschedule,
	Rules: []Rule{
		{Weight: 6, If: When | Party, Say: `
			en vez|lugar de las|el|la|manana|hoy|lunes|martes|miercoles|jueves|viernes|sabado|domingo
			instead of at|on|monday|tuesday|wednesday|thursday|friday|saturday|sunday`},
		{Weight: 8, If: Party, Say: `
			al final ... seremos|somos|vamos|seriamos
			seremos|somos|vamos ... no ... en la reserva
			actually ... be|are`},
		{Weight: 7, Say: `
			tengo|tenia|tenemos ... cita|turno|reserva|consulta ... no .. puedo|podre|poder|alcanzo|llego
			no .. poder|puedo|podre ... hay|tienen|otro|otra dia|hora|espacio|horario
			can|could we|i do ... another|different|other|instead
			something came up
			surgio|salio .. imprevisto|algo|compromiso`},
		{Weight: 6, Say: `
			en vez|lugar de ... ser|seremos|somos|vamos|seriamos
			instead of ... be|people|will
			ya no somos|seremos
			ahora somos|seremos`},
		{Weight: 9, Say: `
			reagend*|reprogram*|reschedul*|posponer|posponerla|aplazar|aplazarla|postergar|postpone|remarcar
			atrasar|adelantar ... cita|turno|consulta|reserva`},
		{Weight: 8, Say: `
			cambiar|cambiarla|cambiarlo|cambiarme|cambio|cambiame|cambien|cambie|mover|moverla|moverme|mueve|muevan|pasar|pasarla|pasarme|pasame|correr|correrla|modificar|mudar|change|move|switch|push|modify|changing|moving ... cita|turno|reserva|reservacion|hora|consulta|mesa|fecha|horario|appointment|reservation|booking|table`},
		{Weight: 6, If: When, Say: `
			cambiarla|moverla|pasarla|correrla|adelantarla|atrasarla|recorrerla
			move|change|push it
			para otro|otra dia|hora|fecha|horario`},
		{Weight: 6, Not: Question | Dish, Say: `
			otro dia
			otra fecha|hora
			para otro|otra dia|hora|fecha|horario
			another|different day|time|date`},
		{Weight: 5, Say: `
			cambiarla|moverla|pasarla|correrla|adelantarla|atrasarla|recorrerla
			la|lo puedo|podemos|podria|pueden|podrian pasar|mover|cambiar|correr`},
		{Weight: 6, Say: `
			no puedo|podre|podria|alcanzo|llego|poder ... otro|otra|mejor|cambiar|mover|pasar
			cant|cannot|wont|unable ... another|instead|different|move|change`},
		{Weight: 6, If: Party, Say: `
			somos|seremos|seriamos|vamos|vienen|mesa|reserva|its|be|were ... en vez|lugar|instead|ahora
			en vez|lugar de ... personas|people`},
		{Weight: 7, Say: `
			cancel* ... y|and ... agendar|agendame|otra|otro|para|reagendar|book|another|new
			cancel* ... cambiar|mover|otro|otra`},
		{Weight: -8, Say: `
			pedido|orden|order
			cambio|cambiar de aceite|dolares
			direccion|politica*
			cambiar mi numero|telefono|correo|nombre|email`},
	},
	Examples: []Example{
		{"quiero cambiar mi cita", "dental"},
		{"necesito reagendar", "medical"},
		{"puedo mover mi cita del martes al jueves?", "dental"},
		{"I need to reschedule my appointment", "dental"},
		{"can I move my reservation to 9pm?", "restaurant"},
		{"no puedo ir mañana, podemos cambiarla para el viernes?", "dental"},
		{"reprogramar mi turno", "medical"},
		{"cancela mi cita del martes y agéndame para el jueves", "dental"},
		{"somos 6 en vez de 4 para la reserva de hoy", "restaurant"},
		{"change my appointment to Friday", "medical"},
	},
}
