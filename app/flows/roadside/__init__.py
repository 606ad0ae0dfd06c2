"""The roadside: a stop, what is known of the vehicle, the infraction, the auto.

One draft of kind "abordagem" holds a stop with all its autos, so that they are drawn up together,
with the numbers in order, or not at all. No Flet here.
"""
