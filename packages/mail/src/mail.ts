/** A mail ready to be sent: who gets it and what it says. */
export interface Mail extends RenderedMail {
  readonly to: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** How a mail looks like its brand's. */
export interface MailBrand {
  readonly name: string;
  /** Of the button, as `#rrggbb`, and of the words on it. */
  readonly accent: string;
  readonly onAccent: string;
  /** An https address of a picture; null where there is none. Mail programs show no SVG, so a PNG or JPEG. */
  readonly logoUrl: string | null;
}
