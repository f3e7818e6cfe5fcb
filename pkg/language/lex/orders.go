package lex

// The verbs of orders. Wanting says nothing of whether an order stands already.
const (
	addVerbs = `agrega agregar agregame agregale agregue agreguen agregas agregues agreguenme agregamos anade anadir anademe anadan anada suma sumale sumar sumame sumen aumenta aumentar aumentame aumentale aumenten incluye incluir
		incluyeme incluyan add include adding adicionar adiciona adicione acrescenta acrescentar acrescente acrescentem inclui inclua adicionen adicioname echale echame poneme ponle ponles`
	removeVerbs = `quita quitar quitame quitale quiten quite quitas quiteme quitenme quitalo quitala quitalos quitalas saca sacar sacame sacale saquen saque elimina eliminar eliminen elimine borra borrar borren cancela cancelar cancelen
		cancele cancelame retira retirar retiren remove removing delete drop cancel tira tirar tire tirem retire remova remover exclui excluir cancelem menos minus descarta descartar`
	wantVerbs = `quiero queremos quisiera quisieramos dame deme denme das ponme pon pongan ponga ponganme mandame manden mande mandenme regalame regala vendeme traeme pido pedir pediria necesito want would like get have need order give gimme send
		bring ill quero queria queremos gostaria traga manda vou encargar encargo ordenar llevo serian sean seria coloca coloque poe bota`
	swapVerbs = `cambia cambiar cambiame cambien cambie cambiamos reemplaza reemplazar sustituye sustituir swap replace change switch troca trocar troque troquem substitui substituir`
)

const (
	vessels = `orden ordenes porcion porciones plato platos platillo platillos racion raciones pieza piezas unidad unidades servicio order orders portion portions plate plates piece pieces
		serving servings side sides porcao porcoes prato pratos unidade unidades peca pecas pedido pedidos u und unds pza pzas`
	notedVessels = `jarra jarras botella botellas lata latas vaso vasos copa copas taza tazas tarro tarros caja cajas bolsa bolsas rebanada rebanadas bandeja bandejas pitcher pitchers bottle bottles can cans
		glass glasses cup cups slice slices box boxes garrafa garrafas copo copos xicara xicaras fatia fatias`
	measures = `kilo kilos kg litro litros lt gramos gr grs libra libras pound pounds liter liters quilo quilos gramas`
)

// fancy are adjectives that people put between the number and the thing.
const fancy = `ricos ricas rico rica deliciosos deliciosas buenos buenas sabrosos sabrosas nice tasty good deliciosa delicioso famosos famosas tus sus your`

// noteWords open a note by themselves: how much, how done, how big.
const noteWords = `extra doble triple poco poca pocos pocas mucho mucha poquito poquita bien muy bem termino aparte ni solo sola only just plain sencillo sencilla sencillas
	grande grandes chico chica chicos chicas mediano mediana medianos medianas pequeno pequena pequenos pequenas familiar familiares personal jumbo large small medium big double regular xl
	frio fria frios frias helado helada helados heladas caliente calientes tibio tibia natural picante picantes picosito picosita picoso picosa spicy hot cold iced mild decaf light zero dieta diet
	vegetariano vegetariana vegano vegana vegetarian vegan integral integrales dorado dorada dorados doradas crujiente crujientes jugoso jugosa tostado tostada tostados cocido cocida cocidos
	gelado gelada quente pequeno media medio rare well hold easy less mal passada passado cortado cortada partido partida normal normales completo completa completas light deslactosada`

// notWith are what follows "con" or "sin" and is no way in which a thing is wanted.
const notWith = `tarjeta efectivo transferencia yape plin nequi card cash ustedes usted factura envio entrega delivery urgencia cita mi mis tu su sus my me you embargo falta problema problemas prisa
	costo cargo compromiso card dinheiro cartao pix boleta recibo cambio gusto permiso gracias doctor doctora quien cual cuanto ella ellos nosotros ganas thanks thank quiero queremos tienes tienen
	tengo puedo hay se more hoy manana ayer favor anticipacion tiempo descuento cupon promocion reserva mesa problem worries need want reservation domicilio llevar`

// noteStops begin something else than a way in which a thing is wanted.
const noteStops = `porfavor porfa please gracias thanks obrigado obrigada cuanto quanto cuesta porque tambien also tambem ademas si entonces nada luego cuando donde es eso seria
	is thats son direccion entrega domicilio delivery envio envian pago pagar me te mi lo les le se puede pueden tienen hay i you we ill can could que`
