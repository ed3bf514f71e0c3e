import type { Language } from '@tsedra/contract/language'
import { CODE_TTL_S, type VerificationPurpose } from '@tsedra/database/verifications'

/** Texts of the bot, as plain text; `shop` is its name, `site` its host, `url` its address. */
interface BotTexts {
  fromSite: (url: string, shop: string) => string
  linkExpired: (url: string) => string
  askContact: (site: string, purpose: VerificationPurpose, shop: string) => string
  shareContact: string
  ownContact: string
  wrongPhone: string
  phoneConfirmed: string
  askNumber: (site: string) => string
  askLink: (site: string, account: string) => string
  notMe: string
  verified: string
  cancelled: string
  accountExists: (url: string) => string
  identityTaken: string
  accountUnknown: string
  code: (code: string, site: string) => string
  linked: string
  linkedElsewhere: string
  linkedToOrder: (number: string) => string
}

const minutes = CODE_TTL_S / 60

const purposeTexts: Record<Language, Record<VerificationPurpose, string>> = {
  ua: {
    register: 'реєструєтеся',
    verify: 'підтверджуєте свій номер',
    identity: 'змінюєте номер телефону',
    reset: 'задаєте новий пароль',
  },
  ru: {
    register: 'регистрируетесь',
    verify: 'подтверждаете свой номер',
    identity: 'меняете номер телефона',
    reset: 'задаёте новый пароль',
  },
  en: {
    register: 'are registering',
    verify: 'are confirming your number',
    identity: 'are changing your phone number',
    reset: 'are setting a new password',
  },
}

export const botTexts: Record<Language, BotTexts> = {
  ua: {
    fromSite: (url, shop) => `Це бот магазину «${shop}». Почніть на сайті: ${url}`,
    linkExpired: (url) => `Це посилання вже не діє. Отримайте нове на сайті: ${url}`,
    askContact: (site, purpose, shop) =>
      `Магазин «${shop}», ${site}.\n\nВи ${purposeTexts.ua[purpose]} на сайті. Щоб підтвердити, що номер ваш, поділіться контактом: кнопка внизу.\n\nЯкщо ви нічого не робили на сайті або посилання вам хтось надіслав, нічого не натискайте.`,
    shareContact: 'Поділитися контактом',
    ownContact: 'Потрібен ваш власний контакт: натисніть кнопку внизу.',
    wrongPhone: 'На сайті вказано інший номер. Почніть на сайті спочатку і вкажіть номер цього Telegram.',
    phoneConfirmed: 'Дякуємо, номер збігається.',
    askNumber: (site) =>
      `Яке число зараз на сторінці ${site}? Натисніть його.\n\nЯкщо цієї сторінки перед вами немає, натисніть «Це не я».`,
    askLink: (site, account) =>
      `Прив’язати цей Telegram до акаунта ${account} на ${site}? Натисніть число, яке зараз бачите на сторінці.\n\nЯкщо цієї сторінки перед вами немає, натисніть «Це не я».`,
    notMe: 'Це не я',
    verified: 'Готово, номер підтверджено. Поверніться на сайт.',
    cancelled: 'Скасовано. Якщо це були ви, почніть на сайті спочатку.',
    accountExists: (url) => `Акаунт із цим номером уже є. Увійдіть або задайте новий пароль: ${url}`,
    identityTaken: 'Цей номер належить іншому акаунту.',
    accountUnknown: 'Акаунта з цим номером немає.',
    code: (code, site) =>
      `${code}\n\nЦей код дозволить задати новий пароль на ${site}. Він діє ${minutes} хвилин.\n\nНікому його не повідомляйте: ми ніколи про нього не питаємо.`,
    linked: 'Готово, цей Telegram прив’язано до вашого акаунта. Сюди надсилатимемо статуси ваших замовлень.',
    linkedElsewhere: 'Цей Telegram уже прив’язано до іншого акаунта.',
    linkedToOrder: (number) => `Замовлення ${number}: напишемо сюди, щойно зміниться статус.`,
  },
  ru: {
    fromSite: (url, shop) => `Это бот магазина «${shop}». Начните на сайте: ${url}`,
    linkExpired: (url) => `Эта ссылка больше не действует. Получите новую на сайте: ${url}`,
    askContact: (site, purpose, shop) =>
      `Магазин «${shop}», ${site}.\n\nВы ${purposeTexts.ru[purpose]} на сайте. Чтобы подтвердить, что номер ваш, поделитесь контактом: кнопка внизу.\n\nЕсли вы ничего не делали на сайте или ссылку вам кто-то прислал, ничего не нажимайте.`,
    shareContact: 'Поделиться контактом',
    ownContact: 'Нужен ваш собственный контакт: нажмите кнопку внизу.',
    wrongPhone: 'На сайте указан другой номер. Начните на сайте сначала и укажите номер этого Telegram.',
    phoneConfirmed: 'Спасибо, номер совпадает.',
    askNumber: (site) =>
      `Какое число сейчас на странице ${site}? Нажмите его.\n\nЕсли этой страницы перед вами нет, нажмите «Это не я».`,
    askLink: (site, account) =>
      `Привязать этот Telegram к аккаунту ${account} на ${site}? Нажмите число, которое сейчас видите на странице.\n\nЕсли этой страницы перед вами нет, нажмите «Это не я».`,
    notMe: 'Это не я',
    verified: 'Готово, номер подтверждён. Вернитесь на сайт.',
    cancelled: 'Отменено. Если это были вы, начните на сайте сначала.',
    accountExists: (url) => `Аккаунт с этим номером уже есть. Войдите или задайте новый пароль: ${url}`,
    identityTaken: 'Этот номер принадлежит другому аккаунту.',
    accountUnknown: 'Аккаунта с этим номером нет.',
    code: (code, site) =>
      `${code}\n\nЭтот код позволит задать новый пароль на ${site}. Он действует ${minutes} минут.\n\nНикому его не сообщайте: мы никогда о нём не спрашиваем.`,
    linked: 'Готово, этот Telegram привязан к вашему аккаунту. Сюда будем присылать статусы ваших заказов.',
    linkedElsewhere: 'Этот Telegram уже привязан к другому аккаунту.',
    linkedToOrder: (number) => `Заказ ${number}: напишем сюда, как только изменится статус.`,
  },
  en: {
    fromSite: (url, shop) => `This is the bot of ${shop}. Start on the site: ${url}`,
    linkExpired: (url) => `This link has expired. Get a new one on the site: ${url}`,
    askContact: (site, purpose, shop) =>
      `${shop}, ${site}.\n\nYou ${purposeTexts.en[purpose]} on the site. To confirm that the number is yours, share your contact with the button below.\n\nIf you did nothing on the site, or someone sent you the link, don’t tap anything.`,
    shareContact: 'Share contact',
    ownContact: 'We need your own contact: tap the button below.',
    wrongPhone: 'You entered a different number on the site. Start again there with the number of this Telegram.',
    phoneConfirmed: 'Thank you, the number matches.',
    askNumber: (site) =>
      `Which number do you see now at ${site}? Tap it.\n\nIf you don’t have that page open, tap “This wasn’t me”.`,
    askLink: (site, account) =>
      `Link this Telegram to the account ${account} at ${site}? Tap the number you see on the page now.\n\nIf you don’t have that page open, tap “This wasn’t me”.`,
    notMe: 'This wasn’t me',
    verified: 'Done, the number is confirmed. Go back to the site.',
    cancelled: 'Cancelled. If it was you, start again on the site.',
    accountExists: (url) => `There’s already an account with this number. Sign in or set a new password: ${url}`,
    identityTaken: 'This number belongs to another account.',
    accountUnknown: 'There’s no account with this number.',
    code: (code, site) =>
      `${code}\n\nThis code lets you set a new password at ${site}. It is valid for ${minutes} minutes.\n\nDon’t share it with anyone: we never ask for it.`,
    linked: 'Done, this Telegram is linked to your account. We’ll send your order updates here.',
    linkedElsewhere: 'This Telegram is already linked to another account.',
    linkedToOrder: (number) => `Order ${number}: we’ll message you here when its status changes.`,
  },
}
