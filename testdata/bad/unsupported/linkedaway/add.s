// Functions without bodies need a file like this.
