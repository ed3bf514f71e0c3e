import { refuseProduction, untilStopped } from '../web.ts'
import { startTelegram } from './server.ts'

const { PORT = '8081', TOKEN, STAFF_CHAT_ID = '-1001', DATA_FILE } = process.env
refuseProduction(process.env['NODE_ENV'])
await untilStopped(
  await startTelegram({ port: Number(PORT), token: TOKEN, staffChatId: Number(STAFF_CHAT_ID), dataFile: DATA_FILE }),
)
process.exit(0)
