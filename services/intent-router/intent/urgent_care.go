package intent

// urgentCare is help now: danger wins over every other intent.
var urgentCare = Intent{
	Name: UrgentCare,
	Rules: []Rule{
		{Weight: 5, If: Care, Say: `urgente|urgencia|urgentemente|emergencia|emergency|urgent|urgently|asap|urge`},
		{Weight: 3, If: Danger, Say: `ayuda|auxilio|help|ayudenme|socorro`},
		{Weight: 3, If: Danger, Say: `
			me|le duele|duelen
			sangra*
			hurts`},
		{Weight: -9, Not: Danger, Say: `
			atienden|manejan|reciben|tienen|take|handle|offer|do ... urgencias|emergencias|emergencies|emergency|urgencia|emergencia
			telefono de urgencias
			no es|tan urgente|urgencia|emergencia
			not urgent|an
			sin urgencia`},
		{Weight: -9, Not: Danger, Say: `factura|invoice|cotizacion|precio|oferta|promocion|presupuesto|comprobante|recibo|receipt`},
	},
	Examples: []Example{
		{"me duele mucho la muela", "dental"},
		{"no para de sangrar", "dental"},
		{"my tooth hurts a lot", "dental"},
		{"se me rompió un diente", "dental"},
		{"tengo la cara hinchada y fiebre", "dental"},
		{"no puedo respirar bien", "medical"},
		{"es una emergencia", "dental"},
		{"tengo un dolor de pecho muy fuerte", "medical"},
		{"I have severe chest pain", "medical"},
		{"me duele una muela, quiero una cita", "dental"},
		{"mi hijo se cayó y se le salió un diente permanente por el golpe", "dental"},
	},
}
