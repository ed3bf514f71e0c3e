/**
 * Drinks, one per line: spellings and nicknames in Ukrainian, Russian and English, separated by commas. A line joins the
 * drink of the catalogue that has one of these names; a drink that the catalogue does not have finds nothing.
 */
export const drinkSpellings = `
negroni, нігроні
old fashioned, олд фешн, олд фешен, олд фешенд, олд фешнд, олдфешн, old fashion, old fasion, олд фашн
aperol spritz, aperol, аперолька, апероль спритц, апероль шприц, апероль спріц, спритц, спріц, шприц, spritz, spritzer, спритцер
gin and tonic, джин-тонік, джинтонік, gintonic, g&t, gnt, джин энд тоник
mojito, мохіто, махито, моджіто, mochito
margarita, spicy margarita, гостра маргарита, острая маргарита
whiskey sour, віскі сауер, віскі саур, уіскі сауер, сауер, саур
espresso martini, expresso martini, кавовий мартіні, кофейный мартини
moscow mule, московський мул, мул, москвський мул, kyiv mule, київський мул, ginger mule
pina colada, пінаколада, colada
paloma
bloody mary, кривава мері, кровавая мэри, bloody mery, бладі мері, bloodymary
mulled wine, глінтвейн, gluhwein, гаряче вино, горячее вино, hot wine, грог
lemonade, лимонад, лемонейд
mai tai, maitai
daiquiri, дайкірі, дакирі, daquiri, дайкері
manhattan, манхеттен
martini, драй мартіні, dry martini, сухий мартіні, dirty martini
irish coffee, кава по-ірландськи, кофе по-ирландски, ірландська кава, ирландский кофе, айріш кофе, айріш, айріш кава
cuba libre, ром кола, rum and cola, rum and coke
hot toddy, тодді, гарячий тодді, горячий тодди
french 75, французький 75, французский 75, френч севенті файв, french seventy five
aviation, авіація, авіейшн, авіейшен, эвиэйшн
pisco sour, піско сауер, піско саур, піско
caipirinha, кайпіринья
bellini
americano
clover club, клевер клаб, кловер клаб, клевер клуб, клевер
gimlet, джимлет
tom collins, том коллінз, коллінз, collins, john collins
gin fizz, джин-фіз, фізз
penicillin
dark n stormy, dark and stormy, дарк енд стормі, дарк ен стормі
apple martini, appletini, яблучний мартіні, яблочный мартини, еплтіні
sidecar, side car, сайдкар, сайд кар
tiki punch, тікі-пунш
punch, пунш, rum punch, ромовий пунш, крюшон
prosecco, шампанське, champagne, ігристе, sparkling wine
michelada, мікелада, чевелада
cider, сидр, cidre
iced tea, холодний чай, айс ті, айс ти, ice tea, айсті
hot tea, гарячий чай, горячий чай, black tea, чорний чай, черный чай
hot chocolate, какао, гарячий шоколад, горячий шоколад
mezcal, мескаль, мецкаль
cosmopolitan, космополітен, космо
sangria
boulevardier, бульвардьє, бульвардьер, буливардье, булевардьє, boulevardie
tequila sunrise, текіла санрайз, текіла санрайс, санрайз, sunrise, схід сонця текіла
amaretto sour, амаретто сауер, амарето саур
greyhound, грейхаунд, грейхаунд коктейль
jungle bird, джангл берд, джангл бьорд
bees knees, бі ніз, бджолині коліна, пчелиные коленки
rossini
whiskey smash, віскі смеш, смеш, smash
batida
gin smash, джин смеш
`

/**
 * What drinks are mixed from, and kinds of drinks, with the drinks that a bar makes of them. A purpose (`до рому`) or a
 * question (`what goes with rum`) finds what goes with these drinks.
 */
export const drinkBases = `
джин, gin > gin and tonic, negroni, martini, gimlet, aviation, gin fizz, french 75, tom collins, clover club
ром, rum > mojito, daiquiri, mai tai, pina colada, cuba libre, dark n stormy, tiki punch
віскі, whiskey, whisky, бурбон, bourbon, скотч, scotch > whiskey sour, old fashioned, manhattan, boulevardier, hot toddy, penicillin, irish coffee
текіла, tequila > margarita, paloma, tequila sunrise
горілка, водка, vodka > moscow mule, cosmopolitan, bloody mary, espresso martini, apple martini
коньяк, cognac, бренді, brandy > sidecar
кашаса, cachaca > caipirinha
вино, wine > mulled wine, sangria
пиво, beer > michelada
кава, кофе, coffee > irish coffee, espresso martini
чай, tea > hot tea, iced tea
шампанське, champagne, ігристе > prosecco, french 75, bellini
тікі, tiki > tiki punch, mai tai, pina colada
аперитив, aperitif, aperitivo > aperol spritz, negroni, americano
моктейль, mocktail, безалкогольний, nonalcoholic > lemonade, iced tea, hot tea, hot chocolate
`

/** Drinks of bars that the demo catalogue does not have. */
export const otherDrinks =
  'мимоза mimosa лонг-айленд зомби зомбі zombie хайбол highball самбука sambuca абсент absinthe джулеп julep сазерак sazerac'
