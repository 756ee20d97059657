"""The pages of the app and the parts they are made of."""
