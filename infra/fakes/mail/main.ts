import { refuseProduction, untilStopped } from '../web.ts'
import { startMail } from './server.ts'

const { PORT = '8082', SMTP_PORT = '1025', DATA_FILE } = process.env
refuseProduction(process.env['NODE_ENV'])
await untilStopped(await startMail({ port: Number(PORT), smtpPort: Number(SMTP_PORT), dataFile: DATA_FILE }))
process.exit(0)
