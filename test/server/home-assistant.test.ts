import { expect, test } from 'bun:test'
import { z } from 'zod'
import { homeAssistant } from '../support/documents.ts'
import { noise } from '../support/pixels.ts'
import { startServer } from '../support/server.ts'

const requestSchema = z.strictObject({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  content_type: z.string().optional(),
  payload: z.string().optional(),
})

const configurationSchema = z.object({
  switch: z.tuple([
    z.object({
      resource: z.string(),
      method: z.string(),
      headers: z.record(z.string(), z.string()),
      body_on: z.string(),
      body_off: z.string(),
      is_on_template: z.literal("{{ value_json.data.screen == 'on' }}"),
    }),
  ]),
  rest: z.tuple([
    z.object({
      resource: z.string(),
      headers: z.record(z.string(), z.string()),
      // What is null would be an error in its log each time.
      sensor: z.array(z.object({ availability: z.templateLiteral(['{{ ', z.string(), ' }}']) })),
    }),
  ]),
  rest_command: z.record(z.string(), requestSchema),
})

const host = 'http://192.168.1.20:3000'

test('what Home Assistant sends steers a frame, and what it reads is there', async () => {
  await using service = await startServer({ files: { '1.png': noise(60, 40, 1) } })
  const { token } = await service.told('POST /api/auth/tokens', { label: 'Home Assistant' })
  const [, block = ''] = /```yaml\n( *switch:.*?)```/s.exec(homeAssistant) ?? []
  const {
    switch: switches,
    rest,
    rest_command: commands,
  } = configurationSchema.parse(
    Bun.YAML.parse(block.replaceAll('!secret photo_frame', `'Bearer ${token}'`)),
  )
  const at = (url: string) => url.replace(host, service.url)
  const frame = () => service.told('GET /api/frames/hall')
  const picture = /http\S+as=image\S+/.exec(homeAssistant)?.[0] ?? ''
  expect((await fetch(at(picture))).headers.get('content-type')).toStartWith('image/')

  const [{ resource, method, headers, body_on: on, body_off: off }] = switches
  for (const [body, screen] of [
    [off, 'off'],
    [on, 'on'],
  ] as const) {
    expect(
      (await fetch(at(resource), { method: method.toUpperCase(), headers, body })).status,
    ).toBe(200)
    expect((await frame()).screen).toBe(screen)
  }

  const send = async (name: string) => {
    const { url, payload, content_type: type, ...request } = requestSchema.parse(commands[name])
    const until = new Date(Date.now() + 600_000).toISOString()
    const body = payload?.replace('{{ path }}', '1.png').replace(/\{\{ \(now.*?\}\}/, until)
    const answer = await fetch(at(url), {
      method: request.method.toUpperCase(),
      headers: { ...request.headers, ...(type && { 'Content-Type': type }) },
      ...(body === undefined ? {} : { body }),
    })
    expect(answer.status).toBe(200)
    return frame()
  }
  expect(await send('hall_frame_next')).toMatchObject({ next: 1 })
  expect(await send('hall_frame_show')).toMatchObject({ show: { path: '1.png' } })
  expect(await send('hall_frame_favourites')).toMatchObject({ settings: { favourites: 'only' } })
  await send('hall_frame_by_hours')
  expect(Object.keys(commands)).toHaveLength(4)

  const [{ resource: list, headers: withToken }] = rest
  expect((await fetch(at(list), { headers: withToken })).status).toBe(200)
  expect((await service.told(`GET ${list.slice(host.length)}`)).frames[0]).toMatchObject({
    name: 'hall',
    screen: null,
    lastSeen: expect.any(String),
    device: { batteryPercent: null },
  })
})
