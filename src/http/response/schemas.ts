/**
 * The bodies that only the API has. The routes use the types alone; the schemas are loaded with the
 * API document.
 */
import { z } from 'zod'
import { deviceSchema } from '../../frames/frame-log.ts'
import {
  countsSchema,
  descriptionSchema,
  dimensionsSchema,
  summarySchema,
  takenSchema,
  timestamp,
  trashTotalsSchema,
} from '../../library/types.ts'

export const loginResultSchema = z
  .object({
    authenticated: z.literal(true),
    sessionId: z.string().describe('The id of the session, as in the cookie.'),
  })
  .meta({ id: 'Login' })

export const logoutResultSchema = z
  .object({ authenticated: z.literal(false) })
  .meta({ id: 'Logout' })

export const dealtImageSchema = z
  .object({
    imagePath: z.string().describe('`/uploads/` and the path, not encoded.'),
    fileName: z.string(),
    folder: z.string().describe('The folder of the image. Empty for the root.'),
    url: z
      .string()
      .describe(
        'The address of the image, percent-encoded, with the size that was asked for; of a HEIC or ' +
          'AVIF, with `format=jpeg`.',
      ),
    description: descriptionSchema().optional(),
    metadata: z.object({
      size: z.int().nonnegative().describe('The size of the original in bytes.'),
      dimensions: dimensionsSchema(),
      taken: takenSchema(),
      lastModified: timestamp(),
    }),
  })
  .meta({ id: 'DealtImage' })

export const adminSummarySchema = summarySchema()
  .extend({
    authenticated: z.literal(true),
    maxFileSize: z.int().positive().describe('The largest upload of a file, in bytes.'),
    heifDecoder: z
      .string()
      .nullable()
      .describe('The program that decodes HEIC and AVIF; null where there is none.'),
  })
  .meta({ id: 'AdminSummary' })

const tokenSchema = z.object({
  id: z.string(),
  label: z.string().describe('What it is for.'),
  created: timestamp(),
})

export const newTokenSchema = tokenSchema
  .extend({ token: z.string().describe('What the program sends. It is shown this once.') })
  .meta({ id: 'NewToken' })

export const tokenListSchema = z
  .object({
    tokens: z
      .array(
        tokenSchema.extend({
          lastUsed: z.iso.date().nullable().describe('The day, in UTC; null where it never was.'),
        }),
      )
      .describe('Those that live, the oldest first.'),
  })
  .meta({ id: 'TokenList' })

export const endedTokenSchema = z.object({ id: z.string() }).meta({ id: 'EndedToken' })

const settingsSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.literal(true), z.array(z.string())]),
)

const screenSchema = z.enum(['on', 'off'])

const showSchema = z.object({
  path: z.string(),
  until: timestamp().nullable().describe('Null until something else is set.'),
})

export const frameSteeringSchema = z
  .object({
    name: z.string(),
    settings: settingsSchema,
    show: showSchema.nullable(),
    next: z.int().nonnegative().describe('How often another image was asked for.'),
    screen: screenSchema.describe('What it is at present.'),
    screenUntil: timestamp()
      .nullable()
      .describe('When it changes by itself; null where it does not.'),
  })
  .meta({ id: 'FrameSteering' })

export const frameSchema = z
  .object({
    name: z.string().describe('The name that the frame gives itself; empty without one.'),
    label: z.string().nullable().describe('What people call it.'),
    settings: settingsSchema.describe('Parameters that count where its address has none.'),
    show: showSchema
      .nullable()
      .describe('The image that it shows until then, whatever it asks for.'),
    screen: screenSchema.nullable().describe('What was set; null where its quiet hours decide.'),
    lastSeen: timestamp().nullable().describe('When it last asked; null where it never did.'),
    address: z.string().nullable().describe('Where it asked from.'),
    display: z
      .object({ width: z.int(), height: z.int() })
      .nullable()
      .describe('Its size in pixels, if it sends one.'),
    kind: z
      .enum(['page', 'device'])
      .nullable()
      .describe('The slideshow, or what wants files of images; null where no request says that.'),
    conditions: z.string().describe('Which images it asks for, as a query.'),
    image: z
      .object({ path: z.string(), url: z.string() })
      .nullable()
      .describe('The image that it got last; null once it is gone.'),
    requests: z.int().nonnegative().describe('How often it has asked.'),
    device: deviceSchema().describe(
      'What the device says of itself; null for what it does not say.',
    ),
  })
  .meta({ id: 'Frame' })

export const forgottenFrameSchema = z.object({ name: z.string() }).meta({ id: 'ForgottenFrame' })

export const frameListSchema = z
  .object({
    frames: z.array(frameSchema).describe('The one that asked last first.'),
    totalFrames: z.int().nonnegative(),
  })
  .meta({ id: 'FrameList' })

export const trashListSchema = trashTotalsSchema()
  .extend({
    items: z
      .array(
        z.object({
          id: z.string(),
          path: z.string().describe('Where it was.'),
          kind: z.enum(['image', 'folder']),
          deleted: timestamp().describe('When it was moved to the trash.'),
          size: z.int().nonnegative().describe('In bytes, of all files in it.'),
          totalImages: z.int().nonnegative().describe('Images in it, at any depth.'),
          url: z
            .string()
            .nullable()
            .describe('The address of a thumbnail, for a session; null where there is none.'),
        }),
      )
      .describe('The one deleted last first.'),
    days: z.int().nonnegative().describe('How long items stay; 0 where there is no trash.'),
  })
  .meta({ id: 'TrashList' })

const invitationSchema = z.object({
  id: z.string(),
  folder: z.string().describe('Where the pictures go. Empty for the root.'),
  label: z.string().nullable().describe('What guests see as the title.'),
  expires: timestamp(),
  maxFiles: z.int().positive().describe('How many pictures may come.'),
  review: z.boolean().describe('Whether frames get them once an admin has said yes.'),
  files: z.int().nonnegative().describe('How many have come.'),
  url: z
    .string()
    .nullable()
    .describe('The address of the page for guests; null where the token was not kept.'),
  token: z.string().nullable().describe('What guests are known by.'),
})

export const newInvitationSchema = invitationSchema
  .extend({ url: z.string(), token: z.string() })
  .meta({ id: 'NewInvitation' })

export const invitationListSchema = z
  .object({ invitations: z.array(invitationSchema).describe('Those that live, the oldest first.') })
  .meta({ id: 'InvitationList' })

export const endedInvitationSchema = z.object({ id: z.string() }).meta({ id: 'EndedInvitation' })

export const guestInvitationSchema = invitationSchema
  .pick({ label: true, folder: true, expires: true })
  .extend({
    filesLeft: z.int().nonnegative().describe('How many more pictures may come.'),
    review: z.literal(true).optional().describe('Frames get them once an admin has said yes.'),
    maxFileSize: z.int().positive().describe('The largest upload of a file, in bytes.'),
  })
  .meta({ id: 'GuestInvitation' })

export const takenBackSchema = z
  .object({ totalDeleted: z.int().nonnegative().describe('How many images were deleted.') })
  .meta({ id: 'TakenBack' })

export const healthSchema = countsSchema()
  .extend({
    status: z.literal('ok'),
    indexed: z
      .int()
      .nonnegative()
      .describe(
        'Images whose header has been read. Reaches `totalImages` some time after the first start.',
      ),
  })
  .meta({ id: 'Health' })

export const tagsSchema = z
  .object({
    tags: z.array(z.object({ tag: z.string(), imageCount: z.int().positive() })),
  })
  .meta({ id: 'Tags' })

export const addressSchema = z
  .object({
    url: z.string().describe('The address of the service, for other devices.'),
    qr: z.string().describe('A QR code that leads to `/admin`: a `data:` URL of an SVG image.'),
  })
  .meta({ id: 'Address' })

export const trmnlSetupSchema = z
  .object({
    status: z.literal(200),
    api_key: z.string().describe('The MAC address without colons. Nothing is protected by it.'),
    friendly_id: z.string(),
    image_url: z.string().describe('As for a display; empty where there is no image yet.'),
    message: z.string(),
  })
  .meta({ id: 'TrmnlSetup' })

export const trmnlDisplaySchema = z
  .object({
    status: z.literal(0),
    image_url: z.string().describe('The image, in the size and the greys of the panel.'),
    filename: z.string().describe('Differs whenever the image does.'),
    refresh_rate: z.int().positive().describe('Seconds until the device asks again.'),
    update_firmware: z.literal(false),
    reset_firmware: z.literal(false),
  })
  .meta({ id: 'TrmnlDisplay' })

export const uploadFormSchema = z.object({
  files: z.array(z.file()).min(1),
  folder: z.string().optional(),
})

export type Login = z.infer<typeof loginResultSchema>
export type Logout = z.infer<typeof logoutResultSchema>
export type NewToken = z.infer<typeof newTokenSchema>
export type TokenList = z.infer<typeof tokenListSchema>
export type EndedToken = z.infer<typeof endedTokenSchema>
export type DealtImage = z.infer<typeof dealtImageSchema>
export type AdminSummary = z.infer<typeof adminSummarySchema>
export type Frame = z.infer<typeof frameSchema>
export type FrameSteering = z.infer<typeof frameSteeringSchema>
export type ForgottenFrame = z.infer<typeof forgottenFrameSchema>
export type FrameList = z.infer<typeof frameListSchema>
export type TrashList = z.infer<typeof trashListSchema>
export type InvitationEntry = z.infer<typeof invitationSchema>
export type NewInvitation = z.infer<typeof newInvitationSchema>
export type InvitationList = z.infer<typeof invitationListSchema>
export type EndedInvitation = z.infer<typeof endedInvitationSchema>
export type GuestInvitation = z.infer<typeof guestInvitationSchema>
export type TakenBack = z.infer<typeof takenBackSchema>
export type Health = z.infer<typeof healthSchema>
export type Tags = z.infer<typeof tagsSchema>
export type Address = z.infer<typeof addressSchema>
export type UploadForm = z.infer<typeof uploadFormSchema>
export type TrmnlSetup = z.infer<typeof trmnlSetupSchema>
export type TrmnlDisplay = z.infer<typeof trmnlDisplaySchema>
